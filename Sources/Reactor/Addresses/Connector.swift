internal import CPosix

/// One effort to connect to any of several addresses before a deadline.
///
/// Keeps itself alive until it has called back once, never from inside `init`, or was cancelled. Runs on its loop.
package final class Connector: TurnTask {
    /// A connected socket without a delegate, which reads nothing before the turn ends, or why there is none.
    package typealias Completion = (Result<StreamSocket, ConnectFailure>) -> Void

    private let loop: EventLoop
    private var race: AddressRace
    private var completion: Completion?
    private var running: [Int: StreamSocket] = [:]
    private var result: Result<StreamSocket, ConnectFailure>?
    private let deadline: UInt64
    private var timer: LoopTimer?

    /// - Parameter deadline: in nanoseconds of the loop's clock.
    package init(
        _ addresses: [SocketAddress], on loop: EventLoop, deadline: UInt64, completion: @escaping Completion
    ) {
        self.loop = loop
        self.deadline = deadline
        self.completion = completion
        race = AddressRace(addresses)
        // Not kept alive by the timer: while no attempt runs, the outcome is on its way.
        timer = LoopTimer(on: loop) { [weak self] in self?.advance() }
        advance()
    }

    /// Closes all attempts and calls nobody.
    package func cancel() {
        completion = nil
        if case .success(let socket) = result {
            socket.close()
        }
        result = nil
        cleanUp()
    }

    package func performAtEndOfTurn() {
        guard let completion, let result else { return }
        self.completion = nil
        completion(result)
    }

    private func advance() {
        guard completion != nil, result == nil else { return }
        guard loop.now < deadline else {
            return finish(.failure(ConnectFailure(attempts: race.failures, deadlinePassed: true)))
        }
        while let index = race.next(now: loop.now) {
            do {
                running[index] = try StreamSocket(connectingTo: race.addresses[index], on: loop) { code in
                    self.attempt(index, didEndWith: code)
                }
            } catch {
                race.failed(index, error.code)
            }
        }
        if race.isLost {
            finish(.failure(ConnectFailure(attempts: race.failures, deadlinePassed: false)))
        } else {
            timer?.arm(at: min(deadline, race.nextStart ?? .max))
        }
    }

    private func attempt(_ index: Int, didEndWith code: Int32) {
        guard let socket = running.removeValue(forKey: index) else { return }
        if code != 0 {
            socket.close()
            race.failed(index, code)
            advance()
        } else if race.succeeded(index) {
            finish(.success(socket))
        } else {
            socket.close()
        }
    }

    private func finish(_ result: Result<StreamSocket, ConnectFailure>) {
        self.result = result
        cleanUp()
        loop.atEndOfTurn(self)
    }

    private func cleanUp() {
        timer?.invalidate()
        timer = nil
        for socket in running.values {
            socket.close()
        }
        running.removeAll()
    }
}
