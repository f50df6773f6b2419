import type { InputFrom } from 'xstate'

import type { FactsRow } from '../../machines/previews/board/net-facts'
import type { ProjectFile } from '../../machines/files/project-files.machine'
import type { LocalProject, Project } from '../../machines/projects/project-list'
import type { projectsMachine } from '../../machines/projects/projects.machine'

/** Sample data as returned by the API. Tests specify only the fields that they depend on. */
export const project = (fields: Partial<Project> = {}): Project => ({
  id: 'p1',
  name: 'Camera board',
  notes: null,
  type: 'simulation',
  isPrivate: false,
  created_by: 'u1',
  created_by_name: 'Uma Sarin',
  created: '2026-01-02T03:04:05.000Z',
  lastActivity: '2026-01-02T03:04:05.000Z',
  version: 1,
  fileCount: 0,
  usedBytes: 0,
  storageLimitBytes: 2_147_483_648,
  newestRequest: null,
  thumbnail: null,
  openComments: 0,
  ...fields,
})

export const projectFile = (fields: Partial<ProjectFile> = {}): ProjectFile => ({
  id: 'f1',
  project_id: 'p1',
  name: 'board.kicad_pcb',
  size: 1024,
  sha256: '0'.repeat(64),
  folderId: 'inputs',
  fileType: 'layout',
  modified_at: '2026-01-02T03:04:05.000Z',
  uploaded_at: '2026-01-02T03:04:05.000Z',
  metadata: { file_type: 'layout' },
  ...fields,
})

export const localProject = (fields: Partial<LocalProject> = {}): LocalProject => ({
  id: 'local-1',
  name: 'Camera board',
  notes: null,
  failure: 'Failed to create project',
  isRefused: false,
  ...fields,
})

/** The input of the project list. */
export const projectsInput = (fields: Partial<InputFrom<typeof projectsMachine>> = {}) => ({
  selectedId: null,
  heldId: null,
  query: '',
  sort: 'activity' as const,
  locals: [],
  projects: [],
  ...fields,
})

/** A row of the facts of a board's nets, about which nothing is known except its name and its length. */
export const factsRow = (
  kind: FactsRow['kind'],
  name: string,
  nets: string[] = [name],
  more: Partial<FactsRow> = {},
): FactsRow => ({
  ...{ kind, name, nets, of: null, length: 1, layers: [], vias: 0, layerChanges: 0, widths: [], gap: null },
  ...{ coupled: null, skew: null, delay: null, referenced: null, impedance: null, budget: null, outliers: [] },
  pairOutliers: 0,
  ...more,
})
