// SPDX-License-Identifier: BSD-3-Clause
// Keywords of Abaqus and CalculiX that are known and not supported, with the reason.

#include <algorithm>
#include <array>

#include "keyword.hpp"

namespace sparkdyn::input::deck {
namespace {

struct Refused {
  std::string_view prefix;  ///< of the keyword without blanks
  std::string_view reason;
};

constexpr std::string_view contact = "contact is nonlinear; surfaces can be joined with *TIE";
constexpr std::string_view heat = "heat is not computed";
constexpr std::string_view fluid = "fluids are not computed";
constexpr std::string_view material = "only linear elastic materials are";
constexpr std::string_view cyclic = "cyclic symmetry is not; model the whole structure";
constexpr std::string_view electric = "electricity and magnetism are not computed";
constexpr std::string_view design = "sensitivities and optimisation are not computed";

constexpr std::array refused{
    Refused{"AMBIENT", heat},
    Refused{"BASEMOTION", "prescribe the motion with *BOUNDARY, AMPLITUDE="},
    Refused{"BOUNDARYF", fluid},
    Refused{"BUCKLE", "buckling needs the stiffness that stress adds"},
    Refused{"CFD", fluid},
    Refused{"CFLUX", heat},
    Refused{"CHANGE", "materials and contact cannot change between steps"},
    Refused{"CLEARANCE", contact},
    Refused{"COMPLEXFREQUENCY", "only the undamped natural modes are computed"},
    Refused{"CONTACT", contact},
    Refused{"COUPLEDTEMPERATURE", heat},
    Refused{"CREEP", material},
    Refused{"CYCLICHARDENING", material},
    Refused{"CYCLICSYMMETRY", cyclic},
    Refused{"DEFORMATIONPLASTICITY", material},
    Refused{"DEPVAR", material},
    Refused{"DESIGN", design},
    Refused{"DFLUX", heat},
    Refused{"DISTRIBUTION", "orientations that vary by *DISTRIBUTION are not"},
    Refused{"ELECTR", electric},
    Refused{"EQUATIONF", fluid},
    Refused{"FILM", heat},
    Refused{"FLUID", fluid},
    Refused{"FRICTION", contact},
    Refused{"GAP", contact},
    Refused{"HEATTRANSFER", heat},
    Refused{"HYPERFOAM", material},
    Refused{"MAGNETIC", electric},
    Refused{"MASSFLOW", fluid},
    Refused{"MEMBRANE", "membranes are not"},
    Refused{"MODELCHANGE", "elements and contact cannot come or go between steps"},
    Refused{"NOANALYSIS", "a step that computes nothing is not"},
    Refused{"NODALTHICKNESS", "thickness that varies from node to node is not"},
    Refused{"NORMAL", "normals given node by node are not"},
    Refused{"OBJECTIVE", design},
    Refused{"PLASTIC", material},
    Refused{"PRE-TENSIONSECTION", "pre-tension sections are not"},
    Refused{"RADIATE", heat},
    Refused{"RATEDEPENDENT", material},
    Refused{"RETAINEDNODALDOFS", "substructures are not"},
    Refused{"SELECTCYCLICSYMMETRYMODES", cyclic},
    Refused{"SENSITIVITY", design},
    Refused{"SPECIFICGASCONSTANT", fluid},
    Refused{"STEADYSTATEDYNAMICS", "responses in the frequency domain are not computed"},
    Refused{"SUBMODEL", "submodels are not"},
    Refused{"SUBSTRUCTURE", "substructures are not"},
    Refused{"SURFACEBEHAVIOR", contact},
    Refused{"SURFACEINTERACTION", contact},
    Refused{"TEMPERATURE", heat},
    Refused{"TRANSFORMF", fluid},
    Refused{"UNCOUPLEDTEMPERATURE", heat},
    Refused{"USER", "user subroutines are not"},
    Refused{"VALUESATINFINITY", fluid},
    Refused{"VIEWFACTOR", heat},
    Refused{"VISCO", material},
};

}  // namespace

std::string_view why_refused(std::string_view keyword) {
  const auto found = std::find_if(refused.begin(), refused.end(), [&](const Refused& item) {
    return keyword.starts_with(item.prefix);
  });
  return found == refused.end() ? std::string_view() : found->reason;
}

}  // namespace sparkdyn::input::deck
