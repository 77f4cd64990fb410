/** The query of the specification's section 7; every field is asked, three are shown (HOME-10). */
export const profileQuery =
  'query getAdminPublicProfil($id: Int!) { getAdminPublicProfil(id: $id) { name metier presentation projects { name description UrlInProd fonctionalites urlImage altImg } TechStacks { type technoFront technoBack technoDevops technoServicesTools } } }';
