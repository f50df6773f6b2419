import { chakra } from '@chakra-ui/react/styled-system'
import { Fragment, type ReactNode } from 'react'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { type BillingDetails, billingFacts } from '../../../machines/wizard/billing/billing'
import { touchTarget } from '../../ui/theme/recipes'
import { dateAndTime } from '../../ui/time'

/** Terms and descriptions side by side, or stacked in a narrow window. */
export const FactList = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' },
    columnGap: '6',
    rowGap: { base: '0.5', md: '2' },
    textStyle: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd > a': touchTarget,
    '& dd': { overflowWrap: 'anywhere', mb: { base: '2', md: '0' } },
  },
})

export const FileFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <chakra.dd fontFamily="mono">{children}</chakra.dd>
  </>
)

/** Marks a request that was placed on a trial site. */
export const TrialFact = () => (
  <>
    <dt>Trial</dt>
    <dd>This request was placed on a trial site, so it will not be fulfilled.</dd>
  </>
)

/** The billing details on the invoice of a request. */
export const BillingFacts = ({ details }: { details: BillingDetails }) =>
  billingFacts(details).map(([name, value]) => (
    <Fragment key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Fragment>
  ))

/** The facts of an order: the person, the time, the purchase order, the files and the billing details. */
export const OrderFacts = ({
  request,
  name = (file) => file.name,
}: {
  request: SimulationRequest
  /** How a file is shown: by default, only its name. */
  name?: (file: PinnedFile) => ReactNode
}) => (
  <FactList>
    <dt>Ordered</dt>
    <dd>
      {dateAndTime(request.created)} by {request.created_by_name}
    </dd>
    {request.trial && <TrialFact />}
    <dt>Purchase order</dt>
    <dd>{request.purchase_order ?? 'None'}</dd>
    {request.billing && <BillingFacts details={request.billing} />}
    {filesOf(request).map(({ label, file }) => (
      <FileFact key={label} label={label}>
        {name(file)}
      </FileFact>
    ))}
  </FactList>
)

/** The labels of a request's files, keyed by their role in the API. */
export const fileRoles = { layout: 'Layout file', stackup: 'Stackup file', material: 'Material file' }

type PinnedFile = SimulationRequest['layout']

export type RequestFile = { label: string; file: PinnedFile }

/** The files used for a request. */
export const filesOf = ({ layout, stackup, material }: SimulationRequest): RequestFile[] =>
  [
    { label: fileRoles.layout, file: layout },
    { label: fileRoles.stackup, file: stackup },
    { label: fileRoles.material, file: material },
  ].flatMap(({ label, file }) => (file ? [{ label, file }] : []))

export const deliveredFiles = (deliveries: { files: PinnedFile[] }[]): RequestFile[] =>
  deliveries.flatMap(({ files }) => files.map((file) => ({ label: 'Delivered file', file })))

/** The unique identifiers of a request and its files, for users who need to compare them. */
export const RequestIdentifiers = ({ request }: { request: SimulationRequest }) => (
  <chakra.details
    css={{
      '& > summary': { cursor: 'pointer', w: 'fit-content', py: '2', textStyle: 'sm', fontWeight: 'medium' },
      '& > dl': { pt: '2' },
    }}
  >
    <summary>Technical details</summary>
    <FactList>
      <dt>Request ID</dt>
      <chakra.dd fontFamily="mono">{request.id}</chakra.dd>
      {filesOf(request).map(({ label, file }) => (
        <FileFact key={label} label={`${label}, SHA-256`}>
          {file.sha256}
        </FileFact>
      ))}
    </FactList>
  </chakra.details>
)
