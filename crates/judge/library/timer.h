// A stop watch.
#ifndef SANDTABLE_TIMER_H
#define SANDTABLE_TIMER_H

#include <chrono>

class Timer {
public:
    explicit Timer(bool running = false) : begin(Clock::now()), spent(0), running(running) {}
    void start() {
        begin = Clock::now();
        running = true;
    }
    long stop() {
        spent = elapsed();
        running = false;
        return spent;
    }
    long elapsed() const {
        if (!running) return spent;
        return (long)std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
    }
    bool isStarted() const { return running; }

private:
    typedef std::chrono::steady_clock Clock;
    Clock::time_point begin;
    long spent;
    bool running;
};

#endif
