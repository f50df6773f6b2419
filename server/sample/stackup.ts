/** The stackup of the sample layout as a manufacturer's table. Thicknesses are in mm. */
export const sampleStackup = `Layer,Type,Material,Thickness (mm),Dielectric constant,Loss tangent
F.Mask,solder mask,LPI,0.01,3.5,0.025
F.Cu,copper,Copper,0.035,,
Dielectric 1,prepreg,FR4 2116,0.11,4.16,0.02
In1.Cu,copper,Copper,0.0175,,
Dielectric 2,core,FR4,1.25,4.45,0.02
In2.Cu,copper,Copper,0.0175,,
Dielectric 3,prepreg,FR4 2116,0.11,4.16,0.02
B.Cu,copper,Copper,0.035,,
B.Mask,solder mask,LPI,0.01,3.5,0.025
`
