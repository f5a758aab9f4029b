// A crank, a rod and a rail of beams in the plane y = 0. Parts that meet have nodes of their own.
DefineConstant[ size = 0.05 ];
Geometry.AutoCoherence = 0;
crank = 0.2; angle = Pi / 3; rod = 0.5; rail = 0.4; below = 0.04;
x = crank * Cos(angle); z = crank * Sin(angle);
carriage = x + Sqrt(rod * rod - z * z);

Point(1) = {0, 0, 0, size};
Point(2) = {x, 0, z, size};
Line(1) = {1, 2};

Point(3) = {x, 0, z, size};
Point(4) = {carriage, 0, 0, size};
Line(2) = {3, 4};

Point(5) = {carriage - rail / 2, 0, -below, size};
Point(6) = {carriage, 0, -below, size};
Point(7) = {carriage + rail / 2, 0, -below, size};
Line(3) = {5, 6};
Line(4) = {6, 7};

Physical Curve("crank") = {1};
Physical Curve("rod") = {2};
Physical Curve("rail") = {3, 4};
Physical Point("shaft") = {1};
Physical Point("crank_pin") = {2};
Physical Point("rod_head") = {3};
Physical Point("rod_foot") = {4};
Physical Point("rail_ends") = {5, 7};
Physical Point("rail_middle") = {6};
