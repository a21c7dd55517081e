import Flow
import Record
import Views

/// The terminal as a watcher of flows: Views does not know Record, nor Record Views.
extension TerminalView: FlowObserver {}
