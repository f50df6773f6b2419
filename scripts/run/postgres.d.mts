export function startPostgres(folder: string): Promise<
  | { missing: string }
  | {
      missing?: undefined
      url: string
      pid: number
      restart(): Promise<void>
      stop(): Promise<void>
    }
>
