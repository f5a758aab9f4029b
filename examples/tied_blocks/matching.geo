// The two blocks of meshes/blocks.geo as one mesh: the nodes of the seam (z = 0.3 m) belong to both.
DefineConstant[ size = 0.0666667 ];
width = 0.4; lower_height = 0.3; upper_height = 0.2;
count = Ceil(width / size - 0.001);

Point(1) = {0, 0, 0};
Point(2) = {width, 0, 0};
Point(3) = {width, width, 0};
Point(4) = {0, width, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 2, 3, 4} = count + 1;
Transfinite Surface {1};
Recombine Surface {1};
lower[] = Extrude {0, 0, lower_height} { Surface{1}; Layers{Ceil(lower_height / size - 0.001)}; Recombine; };
upper[] = Extrude {0, 0, upper_height} { Surface{lower[0]}; Layers{Ceil(upper_height / size - 0.001)}; Recombine; };

Physical Volume("lower") = {lower[1]};
Physical Volume("upper") = {upper[1]};
Physical Surface("bottom") = {1};
Physical Surface("top") = {upper[0]};
