/** The kinds of notices, and how people receive them unless they choose otherwise. */
import type { components } from '../../openapi/generated/product'

export type NoticeDeliveries = components['schemas']['NoticeDeliveries']

export const usualDeliveries: NoticeDeliveries = {
  mention: 'email',
  reply: 'email',
  delivery: 'email',
  request: 'header',
  message: 'email',
  quota: 'email',
  membership: 'email',
  invitation: 'email',
}

/** The share of a project's storage limit at which its members are notified that the storage is nearly full. */
export const NEARLY_FULL = 0.9
