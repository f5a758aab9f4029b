// A square plate in the plane z = 0, 1 m x 1 m. cells = 1: quadrangles, 2: triangles.
DefineConstant[ size = 0.125, cells = 1 ];
side = 1;
count = Ceil(side / size - 0.001);

Point(1) = {0, 0, 0};
Point(2) = {side, 0, 0};
Point(3) = {side, side, 0};
Point(4) = {0, side, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 2, 3, 4} = count + 1;
Transfinite Surface {1};
If (cells == 1)
  Recombine Surface {1};
EndIf

Physical Surface("plate") = {1};
Physical Curve("left") = {4};
Physical Curve("right") = {2};
Physical Curve("bottom") = {1};
Physical Curve("top") = {3};
Physical Point("corner") = {3};
