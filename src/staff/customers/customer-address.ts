/** The path of a customer's page. The id is encoded, because the sign-in provider chooses it. */
export const customerAddress = (id: string) => `/staff/customers/${encodeURIComponent(id)}`
