/**
 * The company's name and addresses, and the names and logos of its partners. Apart from the name of the service in
 * traces, no other source file contains them, so another company needs to replace only this file, and the few texts in
 * this folder that name the town. The partners are fictitious, and each logo is drawn on a 24-unit grid.
 */
export const brand = {
  name: 'Viastack',
  title: 'Viastack: PCB design, SI/PI simulation and prototypes',
  legalName: 'Viastack, Inc.',
  supportEmail: 'support@example.com',
  privacyEmail: 'privacy@example.com',
  address: ['100 Sample Avenue, Suite 200', 'Campbell, CA 95008', 'United States'],
  social: { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  copyrightYear: 2025,
}

export type PartnerMark = { name: string; path: string }

export const partners: PartnerMark[] = [
  { name: 'Orvanta', path: 'M12 3a9 9 0 1 0 9 9h-3.4A5.6 5.6 0 1 1 12 6.4Zm2.5 0v5.6h5.9A9 9 0 0 0 14.5 3Z' },
  { name: 'Kelmist', path: 'M3 3h3.6v18H3Zm5.4 9L16 3h4.6L12.8 12l7.8 9H16Z' },
  { name: 'Nodumi', path: 'M3 21V3h4l10 12V3h4v18h-4L7 9v12ZM10.2 3h3.6v3.6h-3.6Z' },
  { name: 'Halvexa', path: 'M12 2 21 7v10l-9 5-9-5V7Zm0 4.1L6.6 9.1v5.8l5.4 3 5.4-3V9.1Z' },
  { name: 'Tessivar', path: 'M2 4h20v3.6h-8.2V20h-3.6V7.6H2Zm0 6h6v3.6H2Zm14 0h6v3.6h-6Z' },
  { name: 'Brontiq', path: 'M13.5 2 5 13.4h5.4L8.5 22 19 9.8h-6.1L15.8 2Z' },
]
