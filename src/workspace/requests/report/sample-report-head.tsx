import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'

import { Measure } from './sample-measure'

/**
 * The head of the page of the public sample report: what the report is, and links to the price page, the PDF and the
 * board.
 */
export const SampleReportHead = () => (
  <chakra.header bg="bg.subtle" borderBottomWidth="1px" py={{ base: '10', md: '14' }}>
    <Measure>
      <Heading as="h1" tabIndex={-1} outline="none" size={{ base: '3xl', md: '5xl' }}>
        Sample report
      </Heading>
      <chakra.p mt="3" color="fg.muted" maxW="3xl" textWrap="pretty" textStyle={{ md: 'lg' }}>
        What we deliver for a simulation request, as our customers see it: the verdict first, then each row with its
        margins and curves, then the data behind it. Move a cursor, open a network, change a limit, or highlight the
        nets on the board.
      </chakra.p>
      <chakra.p mt="3" color="fg.muted" maxW="3xl" textWrap="pretty" textStyle="sm">
        This is a sample: the two networks come from circuit models of our own sample board, not from measurements. All
        values are computed from the files listed below, just as those in your report will be computed from the files
        delivered with it.
      </chakra.p>
      <noscript>
        <chakra.p mt="3" maxW="3xl" textStyle="sm" fontWeight="medium">
          The report below is complete. Cursors, network views and the board require JavaScript.
        </chakra.p>
      </noscript>
      <chakra.div mt="6" display="flex" flexWrap="wrap" gap="3" css={{ '@media print': { display: 'none' } }}>
        <Button asChild>
          <a href="/price">Price your own board</a>
        </Button>
        <Button asChild variant="outline" bg="bg.panel">
          <a href="/sample-report.pdf" download>
            Save as PDF
          </a>
        </Button>
        <Button asChild variant="outline" bg="bg.panel" data-needs-script="">
          <a href="/price?board=sample&show=board">Open our sample board</a>
        </Button>
      </chakra.div>
    </Measure>
  </chakra.header>
)
