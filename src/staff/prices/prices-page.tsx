import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import { isPriceForm } from '../../../machines/staff/prices/price-form'
import * as prices from '../../../machines/staff/prices/staff-prices.machine'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime } from '../../ui/time'
import { useStaffMachines } from '../machines'
import { pricesTitle, takeFocus, useFocusAfterwards } from '../staff-focus'
import { StaffPage } from '../staff-page'
import { TaskButton } from '../task-button'
import { PriceForm } from './price-form'
import { baseText, column, Differences, PriceRows, VersionFacts } from './price-versions'

/** The data that an event needs to begin or compare a version. */
const newVersion = () => ({ newId: crypto.randomUUID(), now: Date.now() })

/** The versions of the price table: the current one, planned ones and earlier ones. */
export function PricesPage() {
  const [input] = useState(() => ({ form: readDraft('prices', isPriceForm) }))
  const actor = useActorRef(useStaffMachines().staffPrices, { input })
  useDraft('prices', actor, prices.priceDraftOf)
  const list = useSelector(actor, prices.priceListOf)
  const failed = useSelector(actor, prices.haveVersionsFailed)
  const failure = useSelector(actor, prices.pricesFailureOf)
  const form = useSelector(actor, prices.priceFormIn)
  return (
    <StaffPage title="Prices" titleId={pricesTitle}>
      {failure && !form && (
        <ErrorNotice title={failure} {...(failed && { onRetry: () => actor.send({ type: 'prices.retry' }) })} />
      )}
      {!list && !failed && <PageSpinner text="Loading prices..." />}
      {form && <PriceForm actor={actor} form={form} />}
      {list && <Versions actor={actor} list={list} />}
    </StaffPage>
  )
}

type VersionsProps = { actor: prices.StaffPricesActor; list: prices.PriceVersionPage }

function Versions({ actor, list: { current, next } }: VersionsProps) {
  const idle = useSelector(actor, prices.isPriceWorkDone)
  const loadingMore = useSelector(actor, prices.isLoadingMoreVersions)
  const planned = useSelector(actor, prices.plannedVersionsOf)
  const earlier = useSelector(actor, prices.earlierVersionsOf)
  return (
    <>
      <chakra.section aria-labelledby="current_prices" {...column} gap="3">
        <chakra.h2 id="current_prices" textStyle="lg" fontWeight="semibold">
          Current prices
        </chakra.h2>
        <chakra.p textStyle="sm" color="fg.muted">
          <VersionFacts version={current} />
        </chakra.p>
        <PriceRows version={current} />
        {idle && (
          <Button
            size="sm"
            justifySelf="start"
            onClick={() => actor.send({ type: 'plan.begun', versionId: null, ...newVersion() })}
          >
            Plan new prices
          </Button>
        )}
      </chakra.section>
      {planned.length > 0 && (
        <chakra.section aria-labelledby="planned_prices" {...column} gap="3">
          <chakra.h2 id="planned_prices" textStyle="lg" fontWeight="semibold">
            Planned
          </chakra.h2>
          <chakra.ul {...column} gap="3">
            {planned.map((one) => (
              <Planned key={one.version.id} actor={actor} planned={one} />
            ))}
          </chakra.ul>
        </chakra.section>
      )}
      {earlier.length > 0 && (
        <chakra.section aria-labelledby="earlier_prices" {...column} gap="3">
          <chakra.h2 id="earlier_prices" textStyle="lg" fontWeight="semibold">
            Earlier
          </chakra.h2>
          {earlier.map((version) => (
            <chakra.details key={version.id} css={{ '& > summary': { cursor: 'pointer', py: '2', textStyle: 'sm' } }}>
              <summary>
                <VersionFacts version={version} />
              </summary>
              <PriceRows version={version} />
            </chakra.details>
          ))}
        </chakra.section>
      )}
      {next !== null && (
        <BusyButton
          justifySelf="center"
          variant="outline"
          busy={loadingMore}
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show earlier versions
        </BusyButton>
      )}
    </>
  )
}

type PlannedProps = { actor: prices.StaffPricesActor; planned: prices.PlannedVersion }

/** A planned version, and how it differs from the one before it. */
function Planned({ actor, planned: { version, planned: before, change } }: PlannedProps) {
  const idle = useSelector(actor, prices.isPriceWorkDone)
  const isAsked = useSelector(actor, prices.removedVersionOf) === version.id
  const name = `the prices from ${dateAndTime(version.valid_from)}`
  return (
    <chakra.li {...column} gap="3" p="4" borderWidth="1px" borderRadius="l3" bg="bg.panel">
      <chakra.h3 fontWeight="medium">
        <VersionFacts version={version} />
      </chakra.h3>
      <chakra.p textStyle="sm" color="fg.muted">
        Compared with {baseText(before)}:
      </chakra.p>
      <Differences change={change} />
      <chakra.details css={{ '& > summary': { cursor: 'pointer', py: '2', textStyle: 'sm', w: 'fit-content' } }}>
        <summary>All prices</summary>
        <PriceRows version={version} />
      </chakra.details>
      {isAsked && <Question actor={actor} versionId={version.id} />}
      {idle && (
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button
            size="sm"
            variant="outline"
            aria-label={`Change ${name}`}
            onClick={() => actor.send({ type: 'plan.begun', versionId: version.id, ...newVersion() })}
          >
            Change
          </Button>
          <Button
            size="sm"
            variant="outline"
            id={removeButton(version.id)}
            aria-label={`Remove ${name}`}
            onClick={() => actor.send({ type: 'removal.requested', versionId: version.id })}
          >
            Remove
          </Button>
        </chakra.div>
      )}
    </chakra.li>
  )
}

const removeButton = (versionId: string) => `remove_${versionId}`

/** Asks for confirmation before a planned version is removed. */
function Question({ actor, versionId }: { actor: prices.StaffPricesActor; versionId: string }) {
  const removing = useSelector(actor, prices.isRemovingVersion)
  useFocusAfterwards(removeButton(versionId), pricesTitle)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p role="alert" textStyle="sm" fontWeight="medium">
        Remove these prices? This cannot be undone.
      </chakra.p>
      <TaskButton colorPalette="error" running={removing} onClick={() => actor.send({ type: 'removal.confirmed' })}>
        Remove
      </TaskButton>
      {!removing && (
        // This button gets the focus, because a second press of Enter must not remove anything.
        <Button ref={takeFocus} size="sm" variant="outline" onClick={() => actor.send({ type: 'removal.dismissed' })}>
          Keep
        </Button>
      )}
    </chakra.div>
  )
}
