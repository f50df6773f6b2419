import { chakra } from '@chakra-ui/react/styled-system'

import { CancelButton, DialogFrame } from '../../ui/dialog/dialog-frame'

const shortcuts: [keys: string[], effect: string][] = [
  [['Ctrl', 'K'], 'Search projects, files, requests and actions'],
  [['?'], 'Show this list'],
  [['Ctrl', 'Z'], 'Undo a deletion while the Undo button is shown'],
  [['Esc'], 'Close a dialog or a menu'],
]

/** Lists the shortcuts that work everywhere in the workspace. On a Mac, Cmd works in place of Ctrl. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isMac = navigator.userAgent.includes('Mac')
  return (
    <DialogFrame title="Keyboard shortcuts" onClose={onClose} footer={<CancelButton>Close</CancelButton>}>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="3" alignItems="baseline">
        {shortcuts.map(([keys, effect]) => (
          <chakra.div key={effect} display="contents">
            <chakra.dt whiteSpace="nowrap">
              {keys.map((key) => (
                <chakra.kbd
                  key={key}
                  display="inline-block"
                  me="1"
                  px="2"
                  py="0.5"
                  textStyle="sm"
                  borderWidth="1px"
                  borderRadius="l1"
                >
                  {key === 'Ctrl' && isMac ? 'Cmd' : key}
                </chakra.kbd>
              ))}
            </chakra.dt>
            <chakra.dd>{effect}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </DialogFrame>
  )
}
