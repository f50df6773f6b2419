/** The menu items, which link to anchors of the home page. */
export const menuItems = [
  { text: 'Services', hash: 'id_services' },
  { text: 'Tools', hash: 'id_tools' },
  { text: 'Company', hash: 'id_about' },
] as const
