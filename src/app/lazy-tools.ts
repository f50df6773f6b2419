import type { connectTools, ToolSettings } from '../tools/machines'
import { toolStore } from '../tools/tool-store'
import { tell } from '../ui/toaster'

export type Tools = ReturnType<typeof lazyTools>

/**
 * The tools, whose code is loaded once the page is open, since no page needs it before. Code that cannot be loaded is
 * asked for again by the next use.
 */
export function lazyTools(...given: Parameters<typeof connectTools>) {
  let loading: Promise<ReturnType<typeof connectTools>> | null = null
  const load = () => {
    loading ??= import('../tools/machines').then(
      ({ connectTools }) => {
        const tools = connectTools(...given)
        tools.launch.on('notice', ({ text }) => tell(text))
        return tools
      },
      (cause: unknown) => {
        loading = null
        throw cause
      },
    )
    return loading
  }

  return {
    load,

    /** Opens a tool's window. Call `load` before the press: a browser allows a window only shortly after one. */
    open: (tool: keyof ToolSettings, toolName: string) =>
      void load().then(
        ({ launch }) => launch.send({ type: 'tool.requested', tool, toolName }),
        () => tell(`The tool ${toolName} is temporarily not available. Please try again later.`),
      ),

    /** Takes away the tool session that the last person left in this tab. */
    forgetPerson: () => toolStore.clear(),

    /** First step of a log-out. The second one waits for the same code, so the order stays. */
    closeOpenedTool: () =>
      void load().then(
        (tools) => tools.closeOpenedTool(),
        (error: unknown) => console.warn('The tool window could not be closed.', error),
      ),

    /** Second step: the tool's own log-out. */
    logOutOfTool: async () => (await load()).logOutOfTool(),
  }
}
