internal import Platform
internal import Reactor

/// Processes that a script started and did not end itself, all in its process group. They were asked to end; what is
/// there two seconds later is killed. Lives on the loop of scripts.
final class ScriptRemains {
    /// The process that ends the group should Hark be killed.
    struct Guard {
        let number: pid_t
        let channel: Int32

        func end() {
            kill(number, SIGKILL)
            while waitpid(number, nil, 0) < 0, errno == EINTR {}
            close(channel)
        }
    }

    private let group: pid_t
    private let watcher: Guard?
    private var timer: LoopTimer?
    private var looks = 0

    private static let interval = Nanoseconds.milliseconds(50)
    private static let mostLooks = 40

    /// nil when nothing is left; the guard has done its work then.
    init?(group: pid_t, _ watcher: Guard?) {
        (self.group, self.watcher) = (group, watcher)
        guard isThere else {
            watcher?.end()
            return nil
        }
    }

    /// The number of a group is nobody else's as long as a process is in it.
    private var isThere: Bool { kill(-group, 0) == 0 }

    func watch(on loop: EventLoop, ended: @escaping () -> Void) {
        timer = LoopTimer(on: loop) { [unowned self] in
            looks += 1
            guard isThere, looks < Self.mostLooks else { return end(ended) }
            timer?.arm(after: Self.interval)
        }
        timer?.arm(after: Self.interval)
    }

    private func end(_ ended: () -> Void) {
        if isThere { kill(-group, SIGKILL) }
        watcher?.end()
        timer?.invalidate()
        timer = nil
        ended()
    }
}
