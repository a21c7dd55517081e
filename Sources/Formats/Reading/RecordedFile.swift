package import Bytes
package import Flow

/// Everything read from one file.
package struct RecordedFile: Sendable {
    /// In the order of the file, each knowing its place.
    package var flows: [FlowRecord] = []
    /// In the order of the file.
    package var damage: [Damage] = []
    /// Who wrote it, as it says itself: `Hark`, `Firefox`.
    package var creator: Bytes?
}
