/** The texts of the price page. */
export const pricing = {
  legend: 'Prices',
  title: 'The simulation price for your board, before you sign in',
  text: 'Drop a layout. Its interfaces and supply rails are found in less than a minute, each with a fixed price.',
  home: {
    title: 'What would simulating your board cost?',
    text: 'Drop a layout and see the price of each interface and supply, in less than a minute and without an account.',
    list: 'See the list prices',
  },
  zone: {
    title: 'Drop your layout here',
    text: 'KiCad, IPC-2581 or ODB++',
    choose: 'Choose a file',
    /** This describes what the page actually does; tests/e2e/pricing checks that no HTTP request contains the file. */
    promise: 'Your file does not leave this computer: it is read here, in your browser.',
    noBoard: 'No board at hand?',
    sample: 'Try it with our sample board',
    or: 'or',
    report: 'see a sample report',
    script: 'Reading a board requires JavaScript. The list prices below do not.',
  },
  table: {
    title: 'List prices',
    text: 'One price for each interface or supply, whatever the size of the board. In US dollars; sales tax or VAT is added where required.',
    head: ['Simulation', 'What you get', 'Price'],
    signal: 'Signal integrity',
    power: 'Power integrity',
  },
  included: {
    title: 'Included in every price',
    points: [
      'A report with figures, limits and a verdict for each interface and supply, online and as a PDF',
      'The networks and curves behind the report, for download',
      'Checks of your files before you pay, so that you do not pay for a simulation that cannot work',
      'The layout exactly as it was when you ordered, kept with the request',
    ],
    sample: 'Open a sample report',
  },
  turnaround: { title: 'Turnaround', text: 'The report usually arrives {delivery}.' },
  payment: {
    title: 'Payment',
    text: 'By card or PayPal, on a payment provider’s page. Purchases are non-refundable, so you see every item and the total before you pay.',
  },
}
