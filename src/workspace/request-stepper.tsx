import { Steps } from './request-steps'

const names = ['Files', 'Signal integrity', 'Power integrity', 'Summary']

/** Where in the four steps the request is. */
export const RequestStepper = ({ step }: { step: number }) => (
  <Steps
    label="Steps"
    narrow="current"
    steps={names.map((name, index) => ({
      ...{ name, mark: index + 1 },
      ...{ isReached: index < step, isCurrent: index + 1 === step },
    }))}
  />
)
