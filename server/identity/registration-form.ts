/** The fields of a registration and their errors. */
import * as v from 'valibot'

import { oneLine } from '../http/text'
import { textOf } from './interactions'
import { addressOf } from './registered-accounts'

export const MIN_PASSWORD = 10
const MAX_PASSWORD = 1024
const MAX_NAME = 100

export type RegistrationForm = {
  firstName: string
  lastName: string
  email: string
  password: string
  terms: boolean
  adult: boolean
}

export type RegistrationErrors = Partial<Record<keyof RegistrationForm, string>>

export const emptyForm: RegistrationForm = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  terms: false,
  adult: false,
}

type Body = Record<string, unknown> | undefined

export const readRegistration = (body: Body): RegistrationForm => ({
  firstName: oneLine(textOf(body?.['firstName'])),
  lastName: oneLine(textOf(body?.['lastName'])),
  email: addressOf(textOf(body?.['email'])),
  password: textOf(body?.['password']),
  terms: body?.['terms'] === 'yes',
  adult: body?.['adult'] === 'yes',
})

export const isAddress = (email: string) => v.is(v.pipe(v.string(), v.email()), email)

export function passwordError(password: string, email: string): string | undefined {
  if ([...password].length < MIN_PASSWORD) return `The password needs at least ${MIN_PASSWORD} characters.`
  if (password.length > MAX_PASSWORD) return `The password can have at most ${MAX_PASSWORD} characters.`
  if (password.trim().toLowerCase() === email) return 'The password must not be your e-mail address.'
  return undefined
}

const nameError = (name: string, what: string) => {
  if (name === '') return `Enter your ${what}.`
  return [...name].length > MAX_NAME ? `Your ${what} can have at most ${MAX_NAME} characters.` : undefined
}

/** Returns the errors by field; an empty object if the form is valid. */
export function registrationErrors(form: RegistrationForm): RegistrationErrors {
  const errors: Record<keyof RegistrationForm, string | undefined> = {
    firstName: nameError(form.firstName, 'first name'),
    lastName: nameError(form.lastName, 'last name'),
    email: isAddress(form.email) ? undefined : 'Enter an e-mail address such as name@example.com.',
    password: passwordError(form.password, form.email),
    terms: form.terms
      ? undefined
      : 'To create an account, you must accept the terms of service and the privacy policy.',
    adult: form.adult ? undefined : 'Accounts are only for people who are 18 or older.',
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
