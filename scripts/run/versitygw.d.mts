export const s3Credentials: { accessKeyId: string; secretAccessKey: string }
export function startVersitygw(
  folder: string,
  port?: number,
): Promise<
  { missing: string } | { missing?: undefined; url: string; pid: number; stop(signal?: string): Promise<void> }
>
