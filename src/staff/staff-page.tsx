import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

import { column } from './prices/price-versions'

type StaffPageProps = {
  title: string
  /** The id of the heading. If it is given, the heading is focusable. */
  titleId?: string
  intro?: string
  gap?: '6' | '10'
  children: ReactNode
}

/** A staff page: its heading, an introduction, and its content. */
export const StaffPage = ({ title, titleId, intro, gap = '6', children }: StaffPageProps) => (
  <chakra.div px={{ base: '4', md: '8' }} py="6" {...column} gap={gap} maxW="1064px" w="full">
    <chakra.div display="grid" gap="1">
      <chakra.h1
        {...(titleId !== undefined && { id: titleId, tabIndex: -1 })}
        outline="none"
        textStyle="2xl"
        fontWeight="semibold"
      >
        {title}
      </chakra.h1>
      {intro !== undefined && (
        <chakra.p textStyle="sm" color="fg.muted" maxW="3xl">
          {intro}
        </chakra.p>
      )}
    </chakra.div>
    {children}
  </chakra.div>
)
