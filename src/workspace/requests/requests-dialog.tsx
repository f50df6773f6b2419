import { DialogFrame } from '../../ui/dialog-frame'
import { RequestsView, type RequestsViewProps } from './requests-view'

type RequestsDialogProps = Omit<RequestsViewProps, 'projectId'> & { onClose: () => void }

/** The requests of all projects of the user. */
export const RequestsDialog = ({ onClose, ...view }: RequestsDialogProps) => (
  <DialogFrame title="Simulation requests" size="xl" onClose={onClose}>
    <RequestsView projectId={null} {...view} />
  </DialogFrame>
)
