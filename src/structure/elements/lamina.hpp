// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the shells share: plane stress σ = Q ε with (ε11, ε22, γ12), transverse shear
// τ = κ G γ with (γ13, γ23) and κ = 5/6, in the material's axes projected on the shell.

#include <Eigen/Core>
#include <string>

#include "local_frame.hpp"

namespace sparkdyn::structure {

inline constexpr double shear_correction = 5.0 / 6.0;

struct Lamina {
  Matrix3 Q;              ///< σ33 = 0 eliminated
  Eigen::Matrix2d shear;  ///< diag(G13, G23), without κ
};

Lamina lamina(const Orthotropic& elastic);

/// Rows e1, e2, n. e1 is the first of the section's axes projected on the plane with unit normal n,
/// or the third where the first is within 0.1° of n, as Abaqus and CalculiX do.
Matrix3 lamina_axes(const ShellSection& section, const Point& normal);

inline const ShellSection& shell_section(const ElementInput& input) {
  return std::get<ShellSection>(*input.section);
}

/// Empty, or what is wrong with thickness and axes.
std::string lamina_complaint(const ShellSection& section);

/// The stress in global axes at the bottom (layer −1), middle (0) or top (1) from the strains
/// there, (ε11, ε22, γ12) and the mean (γ13, γ23) over the thickness. The transverse shear stress
/// is distributed as in a homogeneous plate: a parabola that vanishes at the surfaces.
Stress lamina_stress(const Lamina& lamina, const Matrix3& axes, const Eigen::Vector3d& strain,
                     const Eigen::Vector2d& shear_strain, int layer);

}  // namespace sparkdyn::structure
