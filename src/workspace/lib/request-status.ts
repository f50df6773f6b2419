/** The display name of each status of a simulation request. */
export const statusNames = {
  draft: 'Draft',
  'awaiting payment': 'Awaiting payment',
  paid: 'Paid',
  'in progress': 'In progress',
  delivered: 'Delivered',
  cancelled: 'Canceled',
} as const

/** The color palette of each status. */
export const statusPalettes = {
  draft: 'warning',
  'awaiting payment': 'warning',
  paid: 'info',
  'in progress': 'info',
  delivered: 'success',
  cancelled: 'error',
} as const
