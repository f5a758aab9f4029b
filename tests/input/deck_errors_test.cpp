// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "deck_text.hpp"
#include "sparkdyn/core/error.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

std::string deck_error(const std::string& text) {
  return error_of([&] { read(text); });
}

/// The message for a deck that is right but for these lines, before its step.
std::string deck_error_with(const std::string& lines) {
  return deck_error(cube() + lines + static_step());
}
std::string error_in_step(const std::string& lines) {
  return deck_error(cube() + static_step(lines));
}

std::string replaced(const std::string& what, const std::string& with) {
  std::string text = cube() + static_step();
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(DeckErrors, Keywords) {
  EXPECT_EQ(deck_error_with("*SOLID SECTON, ELSET=X\n"),
            "deck.inp:24: *SOLID SECTON: unknown keyword; did you mean *SOLID SECTION?");
  EXPECT_EQ(deck_error_with("*PLASTIC\n1,2\n"),
            "deck.inp:24: *PLASTIC: not supported: only linear elastic materials are");
  expect_words(deck_error_with("*CONTACT PAIR, INTERACTION=X\n"), {"contact", "*TIE"});
  expect_words(deck_error_with("*NSET, NSETT=A\n1\n"),
               {"deck.inp:24: *NSET", "NSETT", "did you mean 'NSET'"});
  expect_words(error_in_step("*CLOAD, SECTOR=2\n1,1,1\n"), {"*CLOAD", "SECTOR", "TIME DELAY"});
  expect_words(deck_error_with("*NSET, NSET=A, NSET=B\n1\n"), {"NSET appears twice"});
}

TEST(DeckErrors, Scope) {
  expect_words(deck_error_with("*CLOAD\n1,1,1\n"), {"deck.inp:24", "between *STEP and *END STEP"});
  expect_words(error_in_step("*MATERIAL,NAME=X\n"), {"deck.inp:26", "before the first *STEP"});
  expect_words(deck_error(cube() + static_step() + "*BOUNDARY\n1,1\n"), {"after the first step"});
  expect_words(deck_error(cube() + "*STEP\n*STEP\n"), {"deck.inp:25", "deck.inp:24"});
  expect_words(deck_error(cube() + "*STEP\n*END STEP\n"), {"no procedure"});
  expect_words(error_in_step("*DYNAMIC\n1,1\n"), {"has a procedure already", "*STATIC"});
}

TEST(DeckErrors, CutOff) {
  expect_words(deck_error(""), {"deck.inp", "no keyword"});
  expect_words(deck_error(cube()), {"no *STEP", "cut off"});
  expect_words(deck_error(cube() + "*STEP\n*STATIC\n"), {"deck.inp:24", "no *END STEP", "cut off"});
  expect_words(deck_error(cube().substr(0, cube().find(", 6, 7, 8"))),
               {"deck.inp:13: *ELEMENT", "element 1 has 5 nodes", "C3D8 needs 8"});
  expect_words(deck_error("1,2,3\n"), {"deck.inp:1", "before the first keyword"});
  // Wherever a deck is cut, there is an error and nothing worse.
  const std::string whole = cube() + "*BOUNDARY\nBOTTOM,1,3\n" + dynamic_step("*CLOAD\n5,3,1.\n");
  for (std::size_t length = 0; length + 5 < whole.size(); ++length)
    EXPECT_THROW(read(whole.substr(0, length)), core::Error) << length;
}

TEST(DeckErrors, Numbers) {
  expect_words(deck_error(replaced("3, 1, 1, 0", "3, 1, x, 0")),
               {"deck.inp:6: *NODE", "coordinate", "number", "'x'"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "3, 1.-3, 1, 0")), {"'1.-3'"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "3, inf, 1, 0")), {"'inf'"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "3, 1e999, 1, 0")), {"'1e999'"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "3., 1, 1, 0")), {"whole number", "'3.'"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "-3, 1, 1, 0")), {"run from 1 to"});
  expect_words(deck_error(replaced("3, 1, 1, 0", "2, 1, 1, 0")), {"node 2 is already defined"});
}

TEST(DeckErrors, Elements) {
  expect_words(deck_error(replaced("5, 6, 7, 8", "5, 6, 7, 88")),
               {"deck.inp:13", "element 1", "node 88", "not defined"});
  expect_words(deck_error(replaced("5, 6, 7, 8", "5, 6, 7, 8, 9")), {"element 1", "8 nodes"});
  expect_words(deck_error(replaced("TYPE=C3D8,", "TYPE=C3D9,")),
               {"deck.inp:12", "'C3D9'", "did you mean"});
  expect_words(deck_error(replaced("TYPE=C3D8,", "TYPE=S8R,")), {"is a S8R", "*SHELL SECTION"});
  expect_words(deck_error_with("*ELEMENT,TYPE=C3D8\n1,1,2,3,4,5,6,7,8\n"),
               {"deck.inp:25", "element 1 is already defined", "deck.inp:12"});
  expect_words(deck_error_with("*ELEMENT,TYPE=C3D8\n2,1,2,3,4,5,6,7,8\n"),
               {"deck.inp:24", "element 2", "no section", "*SOLID SECTION"});
}

TEST(DeckErrors, Sections) {
  expect_words(deck_error(replaced("MATERIAL=STEEL", "MATERIAL=STEL")),
               {"deck.inp:23", "'STEL'", "did you mean 'STEEL'"});
  expect_words(deck_error(replaced("ELSET=EALL, MATERIAL", "ELSET=EAL, MATERIAL")),
               {"element set 'EAL'", "'EALL'"});
  expect_words(deck_error(replaced("*SOLID SECTION", "*SHELL SECTION")),
               {"element 1", "'EALL'", "C3D8", "needs *SOLID SECTION"});
  expect_words(deck_error_with("*SOLID SECTION,ELSET=EALL,MATERIAL=STEEL\n"),
               {"has a section already"});
  expect_words(deck_error_with("*MATERIAL,NAME=STEEL\n"), {"already defined at deck.inp:18"});
  expect_words(deck_error(replaced("*ELASTIC\n210000., .3\n", "")), {"'STEEL'", "no *ELASTIC"});
  expect_words(deck_error(replaced("210000., .3", "210000., .5")), {"deck.inp:19", "0.5"});
  expect_words(deck_error(replaced("210000., .3", "210000., .3\n1.,.3,100.")), {"temperature"});
  expect_words(deck_error_with("*ORIENTATION,NAME=O\n1,0,0,2,0,0\n"), {"deck.inp:25", "one line"});
}

TEST(DeckErrors, SetsAndSurfaces) {
  expect_words(deck_error_with("*NSET,NSET=A\n99\n"), {"deck.inp:25", "node 99"});
  expect_words(deck_error_with("*NSET,NSET=A\nBOTOM\n"), {"'BOTOM'", "'BOTTOM'"});
  expect_words(deck_error_with("*NSET,NSET=A,GENERATE\n5,1\n"), {"empty"});
  expect_words(deck_error_with("*BOUNDARY\nNOSET,1\n"), {"node set 'NOSET'"});
  expect_words(deck_error_with("*SURFACE,NAME=S\nEALL,S7\n"), {"element 1", "no face 'S7'"});
  expect_words(error_in_step("*DLOAD\nEALL,P7,1.\n"), {"deck.inp:27", "P1 to P6"});
  expect_words(error_in_step("*DSLOAD\nSS,P,1.\n"), {"surface 'SS' is not defined"});
  expect_words(error_in_step("*DLOAD\nEALL,CENTRIF,1.,0,0,0,1,0,0\n"), {"centrifugal"});
}

TEST(DeckErrors, Steps) {
  EXPECT_NO_THROW(read(cube() + "*STEP,NLGEOM\n*STATIC\n*END STEP\n"));
  expect_words(deck_error(cube() + "*STEP,NLGEOM\n*FREQUENCY\n3\n*END STEP\n"),
               {"NLGEOM", "modes"});
  EXPECT_NO_THROW(read(cube() + "*STEP,NLGEOM=NO\n*STATIC\n*END STEP\n"));
  expect_words(deck_error(cube() + "*STEP\n*DYNAMIC,EXPLICIT\n1,1\n*END STEP\n"), {"EXPLICIT"});
  expect_words(deck_error(cube() + "*STEP\n*DYNAMIC,ALPHA=.1\n1,1\n*END STEP\n"), {"ALPHA", "0.1"});
  expect_words(deck_error(cube() + "*STEP\n*DYNAMIC\n0.,1\n*END STEP\n"),
               {"increment", "positive"});
  expect_words(
      deck_error(cube() + static_step() + "*STEP,PERTURBATION\n*FREQUENCY\n1\n*END STEP\n"),
      {"PERTURBATION", "*STATIC"});
  expect_words(error_in_step("*CLOAD,AMPLITUDE=B\n1,1,1.\n"), {"amplitude 'B' is not defined"});
  expect_words(error_in_step("*CLOAD\n1,7,1.\n"), {"degree of freedom 7"});
  expect_words(error_in_step("*CLOAD\n1,1\n"), {"size of the load is missing"});
  expect_words(deck_error(cube() + "*STEP\n*MODAL DYNAMIC\n1,1\n*END STEP\n"),
               {"*MODAL DYNAMIC", "*FREQUENCY", "none comes before"});
  const std::string modal =
      cube() + "*STEP\n*FREQUENCY\n2\n*END STEP\n*STEP\n*MODAL DYNAMIC\n1,1\n";
  expect_words(deck_error(modal + "*MODAL DAMPING\n5,1,.02\n*END STEP\n"), {"modes 5 to 1"});
  expect_words(deck_error(modal + "*MODAL DAMPING\n1,5,-.02\n*END STEP\n"), {"negative"});
  expect_words(error_in_step("*MODAL DAMPING,RAYLEIGH\n,,1.,0.\n"), {"after *MODAL DYNAMIC"});
  expect_words(error_in_step("*BOUNDARY\n1,11,11,300.\n"), {"temperature"});
  expect_words(deck_error_with("*BOUNDARY\n1,1,1,.5\n"), {"needs a step"});
}

TEST(DeckErrors, Amplitudes) {
  expect_words(deck_error_with("*AMPLITUDE,NAME=A\n1.,0.,0.,1.\n"), {"deck.inp:25", "decrease"});
  expect_words(deck_error_with("*AMPLITUDE,NAME=A\n0.,0.,1.\n"),
               {"value of the amplitude is missing"});
  expect_words(deck_error_with("*AMPLITUDE,NAME=A\n"), {"no points"});
  expect_words(deck_error_with("*AMPLITUDE,NAME=A\n0,0\n*AMPLITUDE,NAME=A\n0,0\n"),
               {"deck.inp:24"});
  expect_words(deck_error(cube() + "*AMPLITUDE,NAME=A\n0,0,1,0,1,2\n" +
                          dynamic_step("*BOUNDARY,AMPLITUDE=A\n1,1,1,1.\n")),
               {"'A' jumps"});
}

TEST(DeckErrors, Constraints) {
  expect_words(deck_error_with("*EQUATION\n2\n1,1,1.\n"), {"deck.inp:24", "missing"});
  expect_words(deck_error_with("*EQUATION\n1\n1,1,1.,2,1,1.\n"), {"more terms"});
  expect_words(deck_error_with("*MPC\nPLANE,1,2,3,5\n"), {"node 5", "plane"});
  expect_words(deck_error_with("*MPC\nSPHERE,1,2\n"), {"'SPHERE'", "BEAM"});
  expect_words(deck_error_with("*RIGID BODY,NSET=TOP,REF NODE=77\n"), {"node 77"});
  expect_words(deck_error_with("*COUPLING,REF NODE=1,SURFACE=U\n*SURFACE,NAME=U\nEALL,S2\n"),
               {"*KINEMATIC or *DISTRIBUTING must follow"});
  expect_words(deck_error_with("*TIE,NAME=T,CYCLIC SYMMETRY\nA,B\n"), {"CYCLICSYMMETRY"});
}

TEST(DeckErrors, Includes) {
  const SharedFolder folder;
  const auto error = [&](const std::string& text) {
    return error_of([&] { parse_deck(text, folder / "deck.inp"); });
  };
  expect_words(error("*INCLUDE,INPUT=none.inp\n"), {"deck.inp:1: *INCLUDE", "none.inp", "no such"});
  folder.write("a.inp", "*INCLUDE,INPUT=b.inp\n");
  folder.write("b.inp", "*INCLUDE,INPUT=a.inp\n");
  expect_words(error("*INCLUDE,INPUT=a.inp\n"), {"b.inp:1", "includes itself"});
  for (int i = 0; i < 30; ++i)
    folder.write("d" + std::to_string(i) + ".inp",
                 "*INCLUDE,INPUT=d" + std::to_string(i + 1) + ".inp\n");
  expect_words(error("*INCLUDE,INPUT=d0.inp\n"), {"deep"});
  folder.write("bad.inp", "*HEADING\n*NODE\n1,a\n");
  expect_words(error("*INCLUDE,INPUT=bad.inp\n"), {"bad.inp:3: *NODE", "'a'"});
}

/// Random damage: an error or a deck, never anything else.
TEST(DeckErrors, Garbage) {
  const std::string whole =
      cube() +
      "*SURFACE,NAME=UP\nEALL,S2\n*AMPLITUDE,NAME=A\n0,0,1,1\n*EQUATION\n2\n5,3,1.,6,3,-1.\n"
      "*MPC\nPLANE,5,6,7,8\n*RIGID BODY,NSET=TOP,REF NODE=1\n*BOUNDARY\nBOTTOM,1,3\n" +
      dynamic_step("*CLOAD,AMPLITUDE=A\n5,3,1.\n*DLOAD\nEALL,P2,1.\n*NODE PRINT,NSET=TOP\nU\n");
  const std::string letters = "*,=\n0123456789.eE-+ ABNSP\r\t\"\xff";
  std::mt19937 random(1);
  int read_well = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (int i = 0; i < 1 + round % 5; ++i) {
      const std::size_t at = random() % text.size();
      const char letter = letters[random() % letters.size()];
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 20);
      else if (random() % 2 == 0)
        text[at] = letter;
      else
        text.insert(at, 1, letter);
    }
    try {
      read(text);
      ++read_well;
    } catch (const core::Error& error) {
      ASSERT_EQ(error.exit_status(), 2) << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(read_well, 0);
  EXPECT_LT(read_well, 3000);
}

TEST(DeckErrors, HugeNumbers) {
  expect_words(deck_error_with("*NSET,NSET=A,GENERATE\n1,9223372036854775807,9223372036854775807\n"
                               "*NSET,NSET=A\n99999999999999999999\n"),
               {"deck.inp:27"});
  expect_words(deck_error_with("*EQUATION\n9223372036854775807\n1,1,1.\n"), {"missing"});
  EXPECT_NO_THROW(read(cube() + "*NODE\n999999999999999,0,0,0\n" + static_step()));
}

}  // namespace
}  // namespace sparkdyn::input
