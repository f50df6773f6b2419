import type { connectTools, ToolSettings } from '../tools/machines'
import { toolStore } from '../tools/tool-store'
import { notify } from '../ui/notices/notify'

export type Tools = ReturnType<typeof lazyTools>

/**
 * Loads the tools' code on demand, because no page needs it to start. A failed load is retried on the next use.
 */
export function lazyTools(...options: Parameters<typeof connectTools>) {
  let loading: Promise<ReturnType<typeof connectTools>> | null = null
  const load = () => {
    loading ??= import('../tools/machines').then(
      ({ connectTools }) => {
        const tools = connectTools(...options)
        for (const launch of Object.values(tools.launches)) launch.on('notice', ({ text }) => notify(text))
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

    /** Opens a tool's window. Call `load` before the click, because browsers allow a popup only shortly after it. */
    open: (tool: keyof ToolSettings, toolName: string) =>
      void load().then(
        ({ launches }) => launches[tool].send({ type: 'tool.requested', tool, toolName }),
        () => notify(`The tool ${toolName} is temporarily not available. Please try again later.`),
      ),

    /** Removes the tool session that the previous user left in this tab. */
    forgetUser: () => toolStore.clear(),

    /**
     * First step of a logout: closes the tool's window. The second step awaits the same import, so the order is
     * preserved.
     */
    closeOpenedTool: () =>
      void load().then(
        (tools) => tools.closeOpenedTool(),
        (error: unknown) => console.warn('The tool window could not be closed.', error),
      ),

    /** Second step of a logout: logs out of the tool. */
    logOutOfTool: async () => (await load()).logOutOfTool(),
  }
}
