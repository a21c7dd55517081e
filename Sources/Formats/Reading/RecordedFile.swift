package import Bytes
package import Flow

/// Everything read from one file.
package struct RecordedFile: Sendable {
    /// In the order of the file, each knowing its place.
    package var flows: [FlowRecord] = []
    /// In the order of the file.
    package var damage: [Damage] = []
    /// Members that no record has a place for, each once; for who takes the file's place.
    package var unused: [Damage] = []
    /// Who wrote it, as it says itself: `Hark`, `Firefox`.
    package var creator: Bytes?
}
