Title line of a driver in the manner of HSPICE
.include 'models/nmos.inc'
.lib "corner.lib" tt
.LIB own_section
.endl
.subckt DRIVER in out vdd vss w = 1u l='2*lmin' $ widths
m1 out in vss vss nmos
.ends

.SUBCKT load a
+
+ b;the second port
c1 a b 1p
.ends
xd in out vdd 0 DRIVER w=2u
.end
