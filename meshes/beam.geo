// A beam along x, 1 m x 0.1 m x 0.1 m. cells = 1: hexahedra, 2: wedges, 3: tetrahedra.
DefineConstant[ size = 0.05, cells = 1 ];
length = 1; width = 0.1; height = 0.1;
along = Ceil(length / size - 0.001); across = Ceil(width / size - 0.001);

Point(1) = {0, 0, 0};
Point(2) = {0, width, 0};
Point(3) = {0, width, height};
Point(4) = {0, 0, height};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 2, 3, 4} = across + 1;
Transfinite Surface {1};
If (cells == 1)
  Recombine Surface {1};
EndIf
If (cells == 3)
  solid[] = Extrude {length, 0, 0} { Surface{1}; Layers{along}; };
Else
  solid[] = Extrude {length, 0, 0} { Surface{1}; Layers{along}; Recombine; };
EndIf

Physical Volume("beam") = {solid[1]};
Physical Surface("root") = {1};
Physical Surface("tip") = {solid[0]};
Physical Surface("top") = {solid[4]};
Physical Curve("edge") = {3};
Physical Point("corner") = {1};
