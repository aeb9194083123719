/**
 * Submits raw bytes to a Windows print queue: Base64 on standard input, the queue's name in TILL_QUEUE. Exits with 1
 * when the spooler did not accept all bytes.
 */
export const WINDOWS_SPOOL = `
$ErrorActionPreference = 'Stop'
$bytes = [Convert]::FromBase64String(-join @($input))
Add-Type -Namespace Till -Name Spooler -MemberDefinition '
[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
public class Document { public string Name; public string File; public string Type; }
[DllImport("winspool.drv", CharSet = CharSet.Unicode)]
public static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
[DllImport("winspool.drv", CharSet = CharSet.Unicode)]
public static extern int StartDocPrinter(IntPtr printer, int level, [In, MarshalAs(UnmanagedType.LPStruct)] Document document);
[DllImport("winspool.drv")] public static extern bool StartPagePrinter(IntPtr printer);
[DllImport("winspool.drv")] public static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
[DllImport("winspool.drv")] public static extern bool EndPagePrinter(IntPtr printer);
[DllImport("winspool.drv")] public static extern bool EndDocPrinter(IntPtr printer);
[DllImport("winspool.drv")] public static extern bool ClosePrinter(IntPtr printer);
'
$printer = [IntPtr]::Zero
if (-not [Till.Spooler]::OpenPrinter($env:TILL_QUEUE, [ref]$printer, [IntPtr]::Zero)) { exit 1 }
$document = New-Object 'Till.Spooler+Document'
$document.Name = 'Till'
$document.Type = 'RAW'
if ([Till.Spooler]::StartDocPrinter($printer, 1, $document) -eq 0) { exit 1 }
$written = 0
$started = [Till.Spooler]::StartPagePrinter($printer)
$sent = [Till.Spooler]::WritePrinter($printer, $bytes, $bytes.Length, [ref]$written)
$ended = [Till.Spooler]::EndPagePrinter($printer)
$done = [Till.Spooler]::EndDocPrinter($printer)
[void][Till.Spooler]::ClosePrinter($printer)
if (-not ($started -and $sent -and $ended -and $done -and $written -eq $bytes.Length)) { exit 1 }
`;
