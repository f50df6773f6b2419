/** The text of the home page's hero. It is not in shell.ts, because the workspace loads that file too. */
export const hero = {
  legend: 'PCB / package / SI / PI',
  headline: 'Empowering hardware success, from stackup to sign-off',
  text: 'PCB and package design, signal and power integrity simulation, and prototypes from one team in Silicon Valley, with AI and machine learning where they shorten the loop.',
  prices: 'See prices',
}
