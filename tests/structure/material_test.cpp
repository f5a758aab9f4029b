// SPDX-License-Identifier: BSD-3-Clause
// D against the definition of the engineering constants and against rotations of tensors.

#include "sparkdyn/structure/material.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace sparkdyn::structure {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Material spruce() {
  Material material;
  material.is_isotropic = false;
  material.elastic = {12e9, 0.9e9, 0.5e9, 0.4, 0.45, 0.5, 0.7e9, 0.6e9, 0.05e9};
  material.density = 450;
  return material;
}

Vector6 strains(const Eigen::Matrix3d& e) {
  Vector6 result;
  result << e(0, 0), e(1, 1), e(2, 2), 2 * e(0, 1), 2 * e(1, 2), 2 * e(2, 0);
  return result;
}

TEST(Isotropic, UniaxialStressContractsByPoissonsRatio) {
  const Material steel = Material::isotropic(210e9, 0.3, 7800);
  const Vector6 strain =
      steel.elasticity().inverse() * (Vector6() << 1e6, 0, 0, 0, 0, 0).finished();
  EXPECT_NEAR(strain[0], 1e6 / 210e9, 1e-18);
  EXPECT_NEAR(strain[1], -0.3e6 / 210e9, 1e-18);
  EXPECT_NEAR(strain[2], -0.3e6 / 210e9, 1e-18);
  EXPECT_DOUBLE_EQ(steel.G(), 210e9 / 2.6);
  EXPECT_DOUBLE_EQ(steel.elasticity()(4, 4), steel.G());
  EXPECT_TRUE(steel.complaint().empty());
}

TEST(Orthotropic, FollowsTheEngineeringConstants) {
  const Material wood = spruce();
  const Matrix6 S = wood.elasticity().inverse();
  const Orthotropic& e = wood.elastic;
  const double unit = 1 / e.E3;
  EXPECT_NEAR(S(0, 0), 1 / e.E1, 1e-14 * unit);
  EXPECT_NEAR(S(1, 0), -e.nu12 / e.E1, 1e-14 * unit);  // a pull in 1 contracts 2 by ν12
  EXPECT_NEAR(S(2, 0), -e.nu13 / e.E1, 1e-14 * unit);
  EXPECT_NEAR(S(2, 1), -e.nu23 / e.E2, 1e-14 * unit);
  EXPECT_NEAR(S(3, 3), 1 / e.G12, 1e-12 / e.G12);
  EXPECT_NEAR(S(4, 4), 1 / e.G23, 1e-12 / e.G23);
  EXPECT_NEAR(S(5, 5), 1 / e.G13, 1e-12 / e.G13);
  EXPECT_TRUE(wood.complaint().empty());
}

TEST(Orthotropic, RotatesAsATensor) {
  const Material wood = spruce();
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  Eigen::Matrix3d strain;
  strain << 1e-3, 2e-4, -3e-4, 2e-4, -5e-4, 7e-4, -3e-4, 7e-4, 4e-4;
  const Vector6 global = strains(strain);
  const Vector6 local = strains(R * strain * R.transpose());
  const Vector6 stress = wood.elasticity(R) * global;
  // The stress tensor in the material's axes, turned back.
  const Vector6 s = wood.elasticity() * local;
  Eigen::Matrix3d tensor;
  tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  tensor = (R.transpose() * tensor * R).eval();
  const Vector6 expected = (Vector6() << tensor(0, 0), tensor(1, 1), tensor(2, 2), tensor(0, 1),
                            tensor(1, 2), tensor(2, 0))
                               .finished();
  EXPECT_LT((stress - expected).norm(), 1e-13 * expected.norm());
  EXPECT_GT((stress - wood.elasticity() * global).norm(), 0.1 * expected.norm());
}

TEST(Orthotropic, QuarterTurnSwapsTheAxes) {
  const Material wood = spruce();
  Eigen::Matrix3d axes;
  axes << 0, 1, 0, -1, 0, 0, 0, 0, 1;  // the material's axis 1 is y
  const Matrix6 S = wood.elasticity(axes).inverse();
  EXPECT_NEAR(S(1, 1) * wood.elastic.E1, 1, 1e-12);
  EXPECT_NEAR(S(0, 0) * wood.elastic.E2, 1, 1e-12);
  EXPECT_NEAR(S(4, 4) * wood.elastic.G13, 1, 1e-12);
}

TEST(Orthotropic, EqualConstantsAreIsotropic) {
  Material same = Material::isotropic(70e9, 0.33, 2700);
  const Matrix6 D = same.elasticity();
  same.is_isotropic = false;
  EXPECT_LT((same.elasticity() - D).norm(), 1e-13 * D.norm());
}

TEST(Material, SaysWhatIsWrong) {
  EXPECT_NE(Material::isotropic(-1, 0.3, 1).complaint().find("Young's modulus"), std::string::npos);
  EXPECT_NE(Material::isotropic(1, 0.5, 1).complaint().find("Poisson's ratio"), std::string::npos);
  EXPECT_NE(Material::isotropic(1, -1, 1).complaint().find("Poisson's ratio"), std::string::npos);
  EXPECT_NE(Material::isotropic(1, 0.3, -1).complaint().find("density"), std::string::npos);
  EXPECT_TRUE(Material::isotropic(1, 0.3, 0).complaint().empty());
  EXPECT_TRUE(Material::isotropic(1, 0.4999, 1).complaint().empty());
  EXPECT_TRUE(Material::isotropic(1, -0.5, 1).complaint().empty());

  Material wood = spruce();
  wood.elastic.G23 = 0;
  EXPECT_NE(wood.complaint().find("G23"), std::string::npos);
  wood = spruce();
  wood.elastic.nu12 = 4;  // |ν12| < √(E1/E2) = 3.65
  EXPECT_NE(wood.complaint().find("nu12"), std::string::npos);
  wood = spruce();
  wood.elastic.nu12 = 3.6;
  wood.elastic.nu23 = 1.2;
  wood.elastic.nu13 = 4;  // each pair is fine, all three are not
  EXPECT_NE(wood.complaint().find("fit together"), std::string::npos);
}

}  // namespace
}  // namespace sparkdyn::structure
