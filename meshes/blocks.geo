// Two blocks on each other, 0.4 m x 0.4 m, the lower 0.3 m high and the upper 0.2 m, whose meshes do
// not match where they touch (z = 0.3 m): each has its own nodes there.
DefineConstant[ size = 0.1 ];
Geometry.AutoCoherence = 0; // or Extrude would merge the faces that touch
width = 0.4; lower_height = 0.3; upper_height = 0.2;

Macro Foot
  // A square at height z with `count` quadrangles along each side; gives `face`.
  p = newp;
  Point(p) = {0, 0, z};
  Point(p + 1) = {width, 0, z};
  Point(p + 2) = {width, width, z};
  Point(p + 3) = {0, width, z};
  l = newl;
  Line(l) = {p, p + 1};
  Line(l + 1) = {p + 1, p + 2};
  Line(l + 2) = {p + 2, p + 3};
  Line(l + 3) = {p + 3, p};
  loop = newll;
  Curve Loop(loop) = {l, l + 1, l + 2, l + 3};
  face = news;
  Plane Surface(face) = {loop};
  Transfinite Curve {l, l + 1, l + 2, l + 3} = count + 1;
  Transfinite Surface {face};
  Recombine Surface {face};
Return

z = 0; count = Ceil(width / size - 0.001);
Call Foot;
lower_foot = face;
lower[] = Extrude {0, 0, lower_height} { Surface{face}; Layers{Ceil(lower_height / size - 0.001)}; Recombine; };

z = lower_height; count = Ceil(1.5 * width / size - 0.001);
Call Foot;
upper_foot = face;
upper[] = Extrude {0, 0, upper_height} { Surface{face}; Layers{Ceil(1.5 * upper_height / size - 0.001)}; Recombine; };

Physical Volume("lower") = {lower[1]};
Physical Volume("upper") = {upper[1]};
Physical Surface("bottom") = {lower_foot};
Physical Surface("lower_top") = {lower[0]};
Physical Surface("upper_bottom") = {upper_foot};
Physical Surface("top") = {upper[0]};
