// A building of three storeys, one bay each way: columns and beams as lines, 6 m x 4 m x 9 m.
DefineConstant[ size = 1 ];
bay_x = 6; bay_y = 4; storey = 3; storeys = 3;

For level In {0 : storeys}
  Point(4 * level + 1) = {0, 0, level * storey, size};
  Point(4 * level + 2) = {bay_x, 0, level * storey, size};
  Point(4 * level + 3) = {bay_x, bay_y, level * storey, size};
  Point(4 * level + 4) = {0, bay_y, level * storey, size};
EndFor

columns[] = {}; beams_x[] = {}; beams_y[] = {};
For level In {1 : storeys}
  For corner In {1 : 4}
    c = newl; Line(c) = {4 * (level - 1) + corner, 4 * level + corner};
    columns[] += c;
  EndFor
  b = newl; Line(b) = {4 * level + 1, 4 * level + 2}; beams_x[] += b;
  b = newl; Line(b) = {4 * level + 2, 4 * level + 3}; beams_y[] += b;
  b = newl; Line(b) = {4 * level + 4, 4 * level + 3}; beams_x[] += b;
  b = newl; Line(b) = {4 * level + 1, 4 * level + 4}; beams_y[] += b;
EndFor

Physical Curve("columns") = columns[];
Physical Curve("beams_x") = beams_x[];
Physical Curve("beams_y") = beams_y[];
Physical Point("base") = {1, 2, 3, 4};
Physical Point("roof") = {4 * storeys + 1, 4 * storeys + 2, 4 * storeys + 3, 4 * storeys + 4};
