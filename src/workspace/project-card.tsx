import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircle, mdiFolderOutline } from '@mdi/js'

import type { Project } from '../../machines/workspace/projects.machine'
import { Icon } from '../ui/icon'
import { lastActivityText } from './time'

type ProjectCardProps = { project: Project; selected: boolean; onSelect: () => void; onManageFiles: () => void }

/** A project at a glance. Its name selects it. */
export function ProjectCard({ project, selected, onSelect, onManageFiles }: ProjectCardProps) {
  return (
    <chakra.article
      aria-label={project.name}
      display="flex"
      flexDirection="column"
      gap="4"
      p="5"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={selected ? 'primary.solid' : 'border'}
      outline={selected ? '1px solid' : 'none'}
      outlineColor="primary.solid"
      borderRadius="l3"
    >
      <chakra.div display="flex" alignItems="start" justifyContent="space-between" gap="3">
        <chakra.h2 textStyle="lg" fontWeight="semibold" minW="0">
          <chakra.button
            type="button"
            aria-pressed={selected}
            onClick={onSelect}
            textAlign="start"
            cursor="pointer"
            overflowWrap="anywhere"
            _hover={{ color: 'primary.fg' }}
          >
            {project.name}
          </chakra.button>
        </chakra.h2>
        {selected && (
          <chakra.span color="primary.solid" flexShrink="0">
            <Icon path={mdiCheckCircle} label="Selected" />
          </chakra.span>
        )}
      </chakra.div>
      <chakra.p color="fg.muted" flex="1" lineClamp="3" overflowWrap="anywhere">
        {project.notes ?? 'No notes available'}
      </chakra.p>
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto 1fr"
        columnGap="4"
        rowGap="1"
        textStyle="sm"
        css={{ '& dt': { color: 'fg.muted' }, '& dd': { overflowWrap: 'anywhere' } }}
      >
        <dt>Files</dt>
        <chakra.dd textStyle="figures">{project.fileCount}</chakra.dd>
        <dt>Last activity</dt>
        <dd>{lastActivityText(project.lastActivity)}</dd>
        <dt>Created by</dt>
        <dd>{project.created_by_name}</dd>
      </chakra.dl>
      <Button variant="outline" size="sm" onClick={onManageFiles}>
        <Icon path={mdiFolderOutline} />
        Manage files
      </Button>
    </chakra.article>
  )
}
