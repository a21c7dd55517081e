package import Bytes
import Flow

extension RecordedFile {
    /// The exchanges of a file, whatever kind it is of; nil when it is of none that is known. A function of the bytes.
    ///
    /// - Parameter now: seconds since 1970, for what has no time of its own.
    package init?(_ file: Bytes, now: Int64) {
        if let copy = DevToolsCopy(file) {
            self = HARReader.read(copy.har)
            return
        }
        switch InputKind.detect(file) {
        case .har: self = HARReader.read(file)
        case .log: self = LogReader.read(file)
        case .curlVerbose:
            self = RecordedFile(flows: CurlVerbose.read(PastedText(file).bytes, now: now).flows, creator: "curl")
        case .rawMessages: self = RawMessages.read(file, now: now)
        case .mitmproxy: self = MitmproxyReader.read(file)
        case .sessionArchive: self = SAZReader.read(file)
        case .charles: self = CharlesReader.read(file)
        case .unknown: return nil
        }
    }
}
