import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiContentCopy } from '@mdi/js'
import { useRef, useState } from 'react'

import { Icon } from '../../ui/icon'

type LinkToCopyProps = { url: string; label: string; text: string }

/** A link that is shown only once. If the button cannot copy it, the link is selected, so that the user can copy it. */
export function LinkToCopy({ url, label, text }: LinkToCopyProps) {
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState<{ url: string; isCopied: boolean } | null>(null)
  const isCopied = result?.url === url ? result.isCopied : null

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setResult({ url, isCopied: true })
    } catch {
      // Without HTTPS, browsers have no clipboard; with HTTPS, they may refuse to write to it.
      setResult({ url, isCopied: false })
      // Not every browser focuses a field whose text is selected by a script.
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <chakra.section aria-label="New link" p="3" borderWidth="1px" borderRadius="l2" bg="success.subtle">
      <chakra.p textStyle="sm" mb="2" overflowWrap="anywhere">
        {text}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Input ref={field} size="sm" flex="1 1 240px" fontFamily="mono" readOnly aria-label={label} value={url} />
        <Button
          size="sm"
          variant="outline"
          bg="bg.panel"
          onClick={() => {
            copy().catch(console.error)
          }}
        >
          <Icon path={mdiContentCopy} />
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      </chakra.div>
      <div aria-live="polite">
        {isCopied === false && (
          <chakra.p textStyle="sm" mt="2">
            Your browser could not copy the link. It is selected now, so you can copy it yourself.
          </chakra.p>
        )}
      </div>
    </chakra.section>
  )
}
