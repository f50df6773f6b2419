import { useSelector } from '@xstate/react'

import { type DownloadActor, downloadNoticeOf, downloadsOf } from '../../../machines/transfers/download.machine'
import { DownloadRow } from './download-row'

/** Lists downloads and exports with their progress and errors. */
export function DownloadPanel({ downloads }: { downloads: DownloadActor }) {
  const items = useSelector(downloads, downloadsOf)
  const notice = useSelector(downloads, downloadNoticeOf)
  if (items.length === 0 && !notice) return null
  const isOver = items.every(({ status }) => status !== 'waiting' && status !== 'receiving')

  return (
    <section aria-label="Downloads">
      {notice && (
        <p role="alert" className="notice">
          {notice}
        </p>
      )}
      <div className="box">
        <div className="head">
          <div className="line">
            <span className="title rest">Downloads</span>
            <button type="button" disabled={!isOver} onClick={() => downloads.send({ type: 'list.cleared' })}>
              Clear downloads
            </button>
          </div>
        </div>
        <div role="list" aria-label="Downloaded files" className="list" tabIndex={0}>
          {items.map((item) => (
            <div key={item.id} role="listitem">
              <DownloadRow item={item} downloads={downloads} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
