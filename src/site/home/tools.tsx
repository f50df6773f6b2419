import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiOpenInNew } from '@mdi/js'
import type { ReactNode } from 'react'

import type { ToolKey } from '../../content/shell'
import { tools } from '../../content/site'
import { Icon } from '../../ui/icon'
import { ImpedanceDrawing, InductanceDrawing, S2spiceDrawing } from '../drawings/field-drawings'
import { Card, Section } from '../shell/section'

const drawings: Record<ToolKey, () => ReactNode> = {
  s2spice: S2spiceDrawing,
  inductance: InductanceDrawing,
  impedance: ImpedanceDrawing,
}

/** The cards of the three tools. */
export function Tools({ onOpenTool }: { onOpenTool: (tool: ToolKey) => void }) {
  return (
    <Section id="id_tools" legend={tools.legend} title={tools.title} tinted>
      <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {tools.cards.map(({ key, anchor, title, text, origin }) => {
          const Drawing = drawings[key]
          return (
            <Card key={key} id={anchor}>
              <chakra.div p="4" bg="bg.subtle" borderBottomWidth="1px">
                <chakra.div maxW={{ base: '56', md: 'full' }} mx="auto">
                  <Drawing />
                </chakra.div>
              </chakra.div>
              <chakra.div flex="1" display="flex" flexDirection="column" alignItems="flex-start" p="6">
                <Heading as="h3" size="lg">
                  {title}
                </Heading>
                <chakra.p mt="2" mb="3" color="fg.muted" textWrap="pretty">
                  {text}
                </chakra.p>
                <chakra.p mb="6" textStyle="sm" color="fg.subtle">
                  {origin}
                </chakra.p>
                <Button
                  variant="outline"
                  mt="auto"
                  aria-label={`Open ${title}`}
                  data-needs-script=""
                  onClick={() => onOpenTool(key)}
                >
                  Open
                  <Icon path={mdiOpenInNew} />
                </Button>
                <noscript>{tools.script}</noscript>
              </chakra.div>
            </Card>
          )
        })}
      </chakra.div>
    </Section>
  )
}
