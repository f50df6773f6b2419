/** Whether a button does something when it is pressed. Busy buttons are not disabled, because they would lose the focus. */
export const isUsable = (button: HTMLElement | null | undefined) =>
  button != null && !(button as HTMLButtonElement).disabled && button.getAttribute('aria-disabled') !== 'true'
