import type { ListView } from '../../../../machines/projects/list-view.machine'
import { siteStorage } from '../../../session/storage'

const key = 'project-list-view'

/** How the list of projects was last displayed in this browser. */
export const keptView = (): ListView => (siteStorage.getItem(key) === 'table' ? 'table' : 'cards')

export const keepView = (view: ListView) => siteStorage.setItem(key, view)
