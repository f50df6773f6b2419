import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'

import { ReportContent } from './report-content'
import { publicReport, publicRequest } from './public-sample'

/** As wide as the other public pages. */
const Measure = chakra('div', { base: { maxW: '1264px', mx: 'auto', px: { base: '4', md: '6', lg: '8' } } })

/** The public sample report: what a customer receives for a request, computed from public data. */
export const SampleReportPage = () => (
  <>
    <chakra.header bg="bg.subtle" borderBottomWidth="1px" py={{ base: '10', md: '14' }}>
      <Measure>
        <Heading as="h1" size={{ base: '3xl', md: '5xl' }}>
          Sample report
        </Heading>
        <chakra.p mt="3" color="fg.muted" maxW="3xl" textWrap="pretty">
          What we deliver for a simulation request: the verdict first, then each row with its margins, then the data
          behind it. The values here are computed from public data, just as your own report is computed from yours.
        </chakra.p>
        <chakra.div mt="5" display="flex" flexWrap="wrap" gap="3" css={{ '@media print': { display: 'none' } }}>
          <Button asChild>
            <a href="/workspace">Request your own</a>
          </Button>
          <Button asChild variant="outline">
            <a href="/sample-report.pdf" download>
              Save as PDF
            </a>
          </Button>
          <Button asChild variant="outline" data-needs-script="">
            <a href="/price?board=sample&show=board">Open our sample board</a>
          </Button>
        </chakra.div>
      </Measure>
    </chakra.header>
    <Measure py={{ base: '8', md: '12' }}>
      <Heading as="h2" size="xl" mb="4">
        The verdict
      </Heading>
      <ReportContent
        request={publicRequest}
        report={publicReport}
        openRow={null}
        onRow={null}
        onFile={null}
        onBoard={null}
        actions={null}
        board={null}
      />
    </Measure>
  </>
)
