import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChevronDown, mdiOpenInNew, mdiToolboxOutline } from '@mdi/js'

import { type ToolKey, toolLinks } from '../../content/shell'
import { useDropdown } from '../../ui/dropdown'
import { Icon } from '../../ui/icon'

const hints: Record<ToolKey, string> = {
  s2spice: 'You stay signed in',
  inductance: 'A university laboratory’s page',
  impedance: 'A university laboratory’s page',
}
const tools = Object.keys(hints) as ToolKey[]

/** The menu of cloud tools. `onOpen` launches each tool in its own window. */
export function ToolsMenu({ onOpen }: { onOpen: (tool: ToolKey) => void }) {
  const { around, button, panel, close } = useDropdown()
  return (
    <chakra.div position="relative" display="flex" {...around}>
      <Button variant="ghost" w="full" px={{ base: '0', sm: '4' }} aria-label="Tools" {...button}>
        <Icon path={mdiToolboxOutline} />
        <chakra.span hideBelow="sm">Tools</chakra.span>
        <chakra.span hideBelow="sm">
          <Icon path={mdiChevronDown} />
        </chakra.span>
      </Button>
      <chakra.ul
        {...panel}
        aria-label="Tools"
        position={{ base: 'fixed', sm: 'absolute' }}
        insetStart={{ base: '4', sm: 'auto' }}
        insetEnd={{ base: '4', sm: '0' }}
        top={{ base: '16', sm: 'calc(100% + 8px)' }}
        zIndex="dropdown"
        w={{ sm: '80' }}
        p="2"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l3"
        boxShadow="lg"
        outline="none"
      >
        {tools.map((tool) => (
          <li key={tool}>
            <Item
              type="button"
              onClick={() => {
                close()
                onOpen(tool)
              }}
            >
              <span>
                {toolLinks[tool].title}
                <small>{hints[tool]}</small>
              </span>
              <Icon path={mdiOpenInNew} label="in a new window" />
            </Item>
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  )
}

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    w: 'full',
    px: '3',
    py: '2',
    borderRadius: 'l2',
    textAlign: 'start',
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
    '& small': { display: 'block', fontWeight: 'normal', textStyle: 'xs', color: 'fg.muted' },
    '& svg': { flexShrink: '0', color: 'fg.muted' },
  },
})
