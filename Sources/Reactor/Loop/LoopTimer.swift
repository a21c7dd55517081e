/// A deadline that calls back once when it passes. Owned by whoever it protects; runs on its loop.
///
/// Made once per connection and moved as often as needed: setting a later deadline, or none, only stores a number.
package final class LoopTimer {
    private let loop: EventLoop
    private var action: (() -> Void)?
    /// As long as there is an action. Looking at that itself would take it in hand each time.
    private var isValid = true
    /// The time asked for; `UInt64.max` when the timer is off.
    private(set) var deadline = UInt64.max
    /// Where the queue keeps it.
    var place: Int?
    /// When the queue looks at it; `UInt64.max` while it is not kept there.
    var lookedAt = UInt64.max

    /// `action` is kept until `invalidate`, and must not be called on what is gone: capture weakly, or invalidate.
    package init(on loop: EventLoop, _ action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
    }

    package var isArmed: Bool { deadline != .max }

    /// Fires at `time`, in nanoseconds of the loop's clock.
    package func arm(at time: UInt64) {
        guard isValid else { return }
        deadline = time
        // Nearly always it is moved later, of which the queue need not hear.
        if time < lookedAt { loop.timers.insert(self, at: time) }
    }

    /// Fires so long after the loop's `now`.
    package func arm(after time: Nanoseconds) {
        arm(at: time.after(loop.now))
    }

    /// Does not fire until armed again.
    package func disarm() {
        deadline = .max
    }

    /// Ends the timer for good and lets go of its action.
    package func invalidate() {
        deadline = .max
        isValid = false
        action = nil
        loop.timers.remove(self)
    }

    func fire(now: UInt64) {
        guard deadline <= now else { return }
        deadline = .max
        action?()
    }
}
